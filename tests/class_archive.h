// class_archive.h - archives for the tests of a class.
#pragma once

#include <archive.h>
#include <archive_entry.h>

#include "class_kit.h"

static inline void add_entry(struct archive *a, const char *name, const char *text, size_t bytes,
                             int type)
{
    struct archive_entry *entry = archive_entry_new();
    archive_entry_set_pathname(entry, name);
    archive_entry_set_size(entry, (la_int64_t)bytes);
    archive_entry_set_filetype(entry, (unsigned)type);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_mtime(entry, 12345, 0);
    if (type == AE_IFLNK)
        archive_entry_set_symlink(entry, "/etc/passwd");
    ck_assert_int_ge(archive_write_header(a, entry), ARCHIVE_WARN);
    if (bytes)
        archive_write_data(a, text, bytes);
    archive_entry_free(entry);
}

// By its ending: .zip, .7z, .tar.gz, .tar.xz. It is at `path`.
static inline struct archive *new_archive_at(const char *where, const char *password)
{
    struct archive *a = archive_write_new();
    if (strstr(where, ".zip"))
        archive_write_set_format_zip(a);
    else if (strstr(where, ".7z"))
        archive_write_set_format_7zip(a);
    else
        archive_write_set_format_pax_restricted(a);
    if (strstr(where, ".tar.gz"))
        archive_write_add_filter_gzip(a);
    if (strstr(where, ".tar.xz"))
        archive_write_add_filter_xz(a);
    if (password) {
        ck_assert_int_eq(archive_write_set_options(a, "zip:encryption=zipcrypt"), ARCHIVE_OK);
        ck_assert_int_eq(archive_write_set_passphrase(a, password), ARCHIVE_OK);
    }
    ck_assert_int_eq(archive_write_open_filename(a, where), ARCHIVE_OK);
    return a;
}

static inline struct archive *new_archive(const char *name)
{
    return new_archive_at(in_top(name), NULL);
}
