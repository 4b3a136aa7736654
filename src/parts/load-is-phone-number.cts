/**
 * class-validator's rule of phone numbers, undefined if that is not installed, with the formats of the world: 280 KB, which take 25 ms to load. From its own
 * file, which is also that of `import 'class-validator'`. In CommonJS, which can load synchronously, as a class is declared. The `require` is in a
 * `try`: by that, bundlers know that the package may be missing.
 */
export = (): typeof import('class-validator')['IsPhoneNumber'] | undefined => {
  try {
    return require('class-validator/cjs/decorator/string/IsPhoneNumber.js').IsPhoneNumber
  } catch {
    return undefined
  }
}
