export { createProject, type ProjectOptions } from './create-project.js'
export {
  controllerFiles,
  type DecoratorForm,
  type ProjectFile,
  type ResourcePlace,
  recordFile
} from './resource-files.js'
export { type ResourceNames, resourceNames } from './resource-names.js'
