// api_texture.h - texture and surface objects, as the machine knows them.
#pragma once

void texture_objects_forget(void); // the device is reset
