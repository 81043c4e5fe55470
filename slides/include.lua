-- include.lua - a filter for pandoc. For each slides.md:
--
--   - an empty code block with include="file" and region="name" gets the lines between
--     `// BEGIN SLIDE name` and `// END SLIDE name` of that file, which the tests
--     compile and run; no code on a slide is typed twice;
--   - headings must have the form `## NN.k Title`, k = 1, 2, ...: the grader names these
--     numbers, and in the finished deck slide k is deck.html#k;
--   - a picture that is alone in its paragraph uses the rest of the slide; it is a local file.
--
-- A mistake stops pandoc with one line.

local deck = PANDOC_STATE.input_files[1]
local lab = deck:match("(%d%d)_[%w_]+/slides%.md$")

local function fail(...)
    io.stderr:write(deck, ": ", string.format(...), "\n")
    os.exit(1)
end

-- ---- code ---------------------------------------------------------------------------

local function read_region(file, region)
    local f = io.open(file)
    if not f then fail("there is no %s to include", file) end
    local lines, inside, found = {}, false, false
    for line in f:lines() do
        local mark, name = line:match("^%s*// (%u+) SLIDE (%S+)%s*$")
        if mark and name == region then
            if (mark == "BEGIN") == inside or (mark == "BEGIN" and found) then
                fail("the marks of region %s in %s do not pair", region, file)
            end
            inside, found = mark == "BEGIN", true
        elseif inside and not mark then -- the marks of other regions are not shown either
            lines[#lines + 1] = line
        end
    end
    f:close()
    if not found then fail("%s has no region %s", file, region) end
    if inside then fail("region %s of %s has no end", region, file) end
    if #lines == 0 then fail("region %s of %s is empty", region, file) end
    return lines
end

local function deindent(lines)
    local least = math.huge
    for _, line in ipairs(lines) do
        if line:match("%S") then least = math.min(least, #line:match("^ *")) end
    end
    for i, line in ipairs(lines) do lines[i] = line:sub(least + 1) end
    return table.concat(lines, "\n")
end

local function include_code(block)
    local file, region = block.attributes.include, block.attributes.region
    if not file and not region then return nil end
    if not file or not region then fail("an included block needs both include= and region=") end
    if block.text:match("%S") then fail("the block that includes %s is not empty", region) end
    return pandoc.CodeBlock(deindent(read_region(file, region)), pandoc.Attr("", block.classes))
end

-- ---- pictures ------------------------------------------------------------------------

local function only_image(block)
    local inlines = block.content
    if #inlines ~= 1 or inlines[1].t ~= "Image" then return nil end
    return pandoc.Div({pandoc.Plain(inlines)}, pandoc.Attr("", {"figure"}))
end

-- Columns with a picture use the full height of the slide; see style.css.
local function mark_columns(div)
    if not div.classes:includes("columns") then return nil end
    pandoc.walk_block(div, {Div = function(inner)
        if inner.classes:includes("figure") and not div.classes:includes("drawn") then
            div.classes:insert("drawn")
        end
    end})
    return div
end

local function exists(file)
    local f = io.open(file)
    return f and f:close()
end

local function check_image(image)
    local folder = deck:match("^(.*)/")
    if image.src:match("^%a+://") then fail("picture %s is not a local file", image.src) end
    if not exists(folder .. "/" .. image.src) and not exists("build/" .. folder .. "/" .. image.src) then
        fail("there is no picture %s, and no plot that draws it", image.src)
    end
end

-- ---- slides -----------------------------------------------------------------------------

local slide = 0

-- "04.7 Banks" becomes "Banks" with the number in a separate element.
local function number_slide(header)
    if header.level > 2 then return header end
    local text = pandoc.utils.stringify(header)
    slide = slide + 1
    local want = string.format("%s.%d", lab, slide)
    if header.level == 1 then fail('"# %s" is not a slide: a slide begins with "## %s"', text, want) end
    if text:match("^(%S+) %S") ~= want then
        fail('slide %d is "## %s", but has to begin with "## %s"', slide, text, want)
    end
    header.content:remove(1) -- the number
    header.content:remove(1) -- the space after the number
    header.content:insert(pandoc.Span(want, pandoc.Attr("", {"number"})))
    header.identifier = "" -- slide k is #k for dzslides; an id would disturb this
    return header
end

function Pandoc(doc)
    if not lab then fail("a deck is slides/NN_topic/slides.md") end
    if not doc.meta.title then fail('no title; begin with ---, title: "...", ---') end
    for i, block in ipairs(doc.blocks) do
        if block.t == "HorizontalRule" then fail("a line of --- makes a slide without a number") end
        if i == 1 and block.t ~= "Header" then fail("there is text before the first slide") end
        if block.t == "Header" then doc.blocks[i] = number_slide(block) end
    end
    return doc
end

return {
    {CodeBlock = include_code, Image = check_image, Para = only_image},
    {Div = mark_columns, Pandoc = Pandoc},
}
