/** The libraries that verification needs, as they were loaded. */
export interface VerifyLibraries {
  readonly fastCheck: typeof import('fast-check')
  readonly Ajv: typeof import('ajv/dist/2020.js').Ajv2020
}

/** Loads the libraries when the first service is verified: importing the package alone takes no time. */
export async function loadLibraries(): Promise<VerifyLibraries> {
  const [{ Ajv2020 }, fastCheck] = await Promise.all([import('ajv/dist/2020.js'), import('fast-check')])
  return { Ajv: Ajv2020, fastCheck }
}
