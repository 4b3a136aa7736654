import { type ConcreteClass, Controller, Get, Param, Returns } from 'fieldstone'
import { RouteEcho } from './records.js'

/** A controller of `count` routes `GET /r{n}/{id}/sub`: its methods are decorated in a loop. */
export function extraController(count: number): ConcreteClass {
  class ExtraController {}
  const prototype = ExtraController.prototype as unknown as Record<string, unknown>
  for (let route = 0; route < count; route++) {
    const property = `r${route}`
    const echo = (id: string): RouteEcho => ({ route, id })
    const descriptor = { value: echo, writable: true, configurable: true }
    Object.defineProperty(prototype, property, descriptor)
    Param('id', String)(prototype, property, 0)
    Returns(200, RouteEcho)(prototype, property, descriptor)
    Get(`/r${route}/{id}/sub`)(prototype, property, descriptor)
  }
  Controller()(ExtraController)
  return ExtraController
}
