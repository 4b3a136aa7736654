/**
 * Called as a body of `multipart/form-data` is declared. It is in the part of a bundle that reads forms: where that is missing,
 * this call is a setup error, and not the first form a 500.
 */
export function formsNeeded(): void {}
