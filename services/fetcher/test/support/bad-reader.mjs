// Does what its document says, as a reader with a bug would.
process.on('message', ({ body }) => {
  const deed = Buffer.from(body).toString();
  if (deed === 'throw') throw new Error('a bug');
  if (deed === 'exit') process.exit(1);
  const kept = [];
  while (deed === 'grow') kept.push(Array(1_000_000).fill(kept.length));
  while (deed === 'hang');
  process.send({ title: 'answered' });
});
process.on('disconnect', () => process.exit());
