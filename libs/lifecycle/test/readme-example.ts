import { Closer, within } from '@mayfly/lifecycle';

export async function example() {
  const closed: string[] = [];
  const closer = new Closer();

  closer.add('database', 'database', (name) => void closed.push(name));
  closer.add(
    'server',
    'server',
    within(5_000, (name) => void closed.push(name)),
  );

  await closer.close();
  return closed;
}
