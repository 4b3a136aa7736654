/**
 * What the docs page is made of, by the file's name: each in Brotli's coding, as Base64. The build writes this module, so
 * that a bundle contains the page: it then needs no folder beside it, and no file system.
 */
export const FILES: Readonly<Record<string, string>>
