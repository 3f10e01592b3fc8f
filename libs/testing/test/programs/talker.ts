// Prints what it was given, then ticks until it is told to stop; SIGTERM ends it in its own way.
console.log(`environment ${JSON.stringify(Object.keys(process.env).sort())}`);
console.log(`arguments ${process.argv.slice(2).join(',')}`);
console.error('to standard error');
process.on('SIGTERM', () => {
  console.log('goodbye');
  process.exitCode = 7;
  clearInterval(ticking);
});
let ticks = 0;
const ticking = setInterval(() => console.log(`tick ${++ticks}`), 5);
console.log('ready');
