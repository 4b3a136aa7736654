/**
 * class-validator's parts, each loaded from its own file. The index loads two hundred files, among them the phone
 * number formats of the world, which takes 115 ms of processor time at a start; these take 15. They are the same files
 * that `import 'class-validator'` runs, and Node runs a file once, so there is one copy of everything.
 *
 * In CommonJS, where a file can be loaded when it is needed, and where a bundler for an edge worker sees which files.
 */
type ClassValidator = typeof import('class-validator')

function part<N extends keyof ClassValidator>(name: N, file: Pick<ClassValidator, N>): ClassValidator[N] {
  return file[name]
}

export = {
  getMetadataStorage: part('getMetadataStorage', require('class-validator/cjs/metadata/MetadataStorage.js')),
  Allow: part('Allow', require('class-validator/cjs/decorator/common/Allow.js')),
  IsOptional: part('IsOptional', require('class-validator/cjs/decorator/common/IsOptional.js')),
  ValidateBy: part('ValidateBy', require('class-validator/cjs/decorator/common/ValidateBy.js')),
  ValidateIf: part('ValidateIf', require('class-validator/cjs/decorator/common/ValidateIf.js')),
  ValidateNested: part('ValidateNested', require('class-validator/cjs/decorator/common/ValidateNested.js'))
}
