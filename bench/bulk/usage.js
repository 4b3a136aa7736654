// Loaded into each measured application: sends what the process has used, and then what it needs after a collection.
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  const peak = process.resourceUsage().maxRSS * 1024
  globalThis.gc()
  process.send({ cpu: user + system, peak, kept: process.memoryUsage.rss(), heap: process.memoryUsage().heapUsed })
})
process.channel.unref()
process.on('disconnect', () => process.exit())
