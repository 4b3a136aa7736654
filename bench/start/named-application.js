/** The goal for `fieldstone.ts`, bundled by esbuild and minified: below so many KB of 1,000 bytes. */
export const LARGEST_KB = 450

/**
 * What its project has not installed, as it has no DTOs of these libraries. esbuild leaves an import of what is missing as it is,
 * and so it does with these.
 */
export const NOT_INSTALLED = ['class-transformer/*', 'class-validator/*']

/** What it does not contain, as it has no phone numbers, files, forms, proxies, docs page and injected requests. */
export const FORBIDDEN = ['libphonenumber', 'country_calling_codes', 'redos-detector', 'light-my-request', 'busboy']
