import { fileReply } from '../http/reply/file.js'
import { writeFile } from '../http/reply/file-body.js'
import { staticRoutes } from '../http/routing/static-files.js'
import { loadSend } from '../parts/loaders.js'
import { provide } from '../parts/of-bundle.js'
import { provideFunctions } from '../parts/provided.js'

// Imported by applications that are bundled, for files that handlers send (`ctx.file`), and folders (`router.static`).
provide({ loadSend })
provideFunctions('files', { fileReply, staticRoutes, writeFile })
