/**
 * class-validator's rule of phone numbers, with the formats of the world: 280 KB, which take 25 ms to load. From its own
 * file, which is also that of `import 'class-validator'`. In CommonJS, which can load synchronously, as a class is declared.
 */
export = (): typeof import('class-validator')['IsPhoneNumber'] =>
  require('class-validator/cjs/decorator/string/IsPhoneNumber.js').IsPhoneNumber
