import type { ByKind } from '../kind/kind.js'
import * as arrays from './array.js'
import * as booleans from './boolean.js'
import * as dates from './calendar-date.js'
import * as dateTimes from './date-time.js'
import * as enums from './enum.js'
import * as files from './file.js'
import * as integers from './integer.js'
import * as maps from './map.js'
import * as nullables from './nullable.js'
import * as numbers from './number.js'
import * as records from './record.js'
import * as standards from './standard.js'
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
  file: files.facts,
  standard: standards.facts
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
  file: files.schema,
  standard: standards.schema
}

export const READING: ByKind<'reading'> = {
  string: strings.reading,
  integer: integers.reading,
  number: numbers.reading,
  boolean: booleans.reading,
  timestamp: dateTimes.reading,
  date: dates.reading,
  enum: enums.reading,
  array: arrays.reading,
  tuple: tuples.reading,
  map: maps.reading,
  record: records.reading,
  union: unions.reading,
  nullable: nullables.reading,
  any: unknowns.reading,
  file: files.reading,
  standard: standards.reading
}

export const WRITING: ByKind<'writing'> = {
  string: strings.writing,
  integer: integers.writing,
  number: numbers.writing,
  boolean: booleans.writing,
  timestamp: dateTimes.writing,
  date: dates.writing,
  enum: enums.writing,
  array: arrays.writing,
  tuple: tuples.writing,
  map: maps.writing,
  record: records.writing,
  union: unions.writing,
  nullable: nullables.writing,
  any: unknowns.writing,
  file: files.writing,
  standard: standards.writing
}
