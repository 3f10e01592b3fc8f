// Hears no signal that can be heard, and blocks its own event loop for good.
process.on('SIGTERM', () => {});
console.log('deaf');
setImmediate(() => {
  for (;;);
});
