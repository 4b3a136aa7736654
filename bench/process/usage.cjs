// Loaded into each measured server: sends what the process has used when its parent sends a message.
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send({ cpu: user + system, rss: process.memoryUsage.rss() })
})
process.channel.unref()
// A parent that ends by whatever means leaves no server behind.
process.on('disconnect', () => process.exit())
