// Preloaded into the servers of the bench: tells the bench that asks what the
// process has used.

const LOOK_EVERY_MS = 10

/** Since the last question: the longest pause between two looks, and the most processor time in one; milliseconds. */
let longest

process.on('message', (message) => {
  if (message === 'cpu') {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpu: user + system })
  }
  if (message === 'delay') {
    if (!longest) keepLooking()
    process.send?.(longest)
    longest = { delay: 0, work: 0 }
  }
})
process.channel?.unref()

/** Begins with the first question, because it costs a little. */
function keepLooking() {
  longest = { delay: 0, work: 0 }
  let last = look()
  setInterval(() => {
    const now = look()
    longest.delay = Math.max(longest.delay, now.at - last.at)
    longest.work = Math.max(longest.work, now.cpu - last.cpu)
    last = now
  }, LOOK_EVERY_MS).unref()
}

function look() {
  const { user, system } = process.threadCpuUsage()
  return { at: performance.now(), cpu: (user + system) / 1000 }
}
