import * as arrays from './array.js'
import * as booleans from './boolean.js'
import * as dates from './date.js'
import * as dateTimes from './date-time.js'
import * as enums from './enum.js'
import * as files from './file.js'
import * as integers from './integer.js'
import type { ByKind } from './kind.js'
import * as maps from './map.js'
import * as nullables from './nullable.js'
import * as numbers from './number.js'
import * as records from './record.js'
import * as strings from './string.js'
import * as tuples from './tuple.js'
import * as unions from './union.js'
import * as unknowns from './unknown.js'

// A table for each member, so that a bundle takes those it uses.

export const FACTS: ByKind<'facts'> = {
  string: strings.facts,
  integer: integers.facts,
  number: numbers.facts,
  boolean: booleans.facts,
  timestamp: dateTimes.facts,
  date: dates.facts,
  enum: enums.facts,
  array: arrays.facts,
  tuple: tuples.facts,
  map: maps.facts,
  record: records.facts,
  union: unions.facts,
  nullable: nullables.facts,
  any: unknowns.facts,
  file: files.facts
}

export const SCHEMAS: ByKind<'schema'> = {
  string: strings.schema,
  integer: integers.schema,
  number: numbers.schema,
  boolean: booleans.schema,
  timestamp: dateTimes.schema,
  date: dates.schema,
  enum: enums.schema,
  array: arrays.schema,
  tuple: tuples.schema,
  map: maps.schema,
  record: records.schema,
  union: unions.schema,
  nullable: nullables.schema,
  any: unknowns.schema,
  file: files.schema
}

export const PROJECTORS: ByKind<'project'> = {
  string: strings.project,
  integer: integers.project,
  number: numbers.project,
  boolean: booleans.project,
  timestamp: dateTimes.project,
  date: dates.project,
  enum: enums.project,
  array: arrays.project,
  tuple: tuples.project,
  map: maps.project,
  record: records.project,
  union: unions.project,
  nullable: nullables.project,
  any: unknowns.project,
  file: files.project
}

export const WRITERS: ByKind<'write'> = {
  string: strings.write,
  integer: integers.write,
  number: numbers.write,
  boolean: booleans.write,
  timestamp: dateTimes.write,
  date: dates.write,
  enum: enums.write,
  array: arrays.write,
  tuple: tuples.write,
  map: maps.write,
  record: records.write,
  union: unions.write,
  nullable: nullables.write,
  any: unknowns.write,
  file: files.write
}

export const READERS: ByKind<'read'> = {
  string: strings.read,
  integer: integers.read,
  number: numbers.read,
  boolean: booleans.read,
  timestamp: dateTimes.read,
  date: dates.read,
  enum: enums.read,
  array: arrays.read,
  tuple: tuples.read,
  map: maps.read,
  record: records.read,
  union: unions.read,
  nullable: nullables.read,
  any: unknowns.read,
  file: files.read
}

export const READER_CODE: ByKind<'readCode'> = {
  string: strings.readCode,
  integer: integers.readCode,
  number: numbers.readCode,
  boolean: booleans.readCode,
  timestamp: dateTimes.readCode,
  date: dates.readCode,
  enum: enums.readCode,
  array: arrays.readCode,
  tuple: tuples.readCode,
  map: maps.readCode,
  record: records.readCode,
  union: unions.readCode,
  nullable: nullables.readCode,
  any: unknowns.readCode,
  file: files.readCode
}
