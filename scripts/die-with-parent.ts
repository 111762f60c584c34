// Preloaded into every child of a shop: when the process that started it dies, however it dies, the child
// ends as on SIGTERM. Nothing may be left holding a port. It must not keep an otherwise finished child alive.

if (process.channel) {
  process.on('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
    // Draining may hang on what the parent held; unref, so that a child which drains sooner ends sooner.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), 5_000).unref();
  });
  process.channel.unref();
}
