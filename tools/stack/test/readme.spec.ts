import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';

const textOf = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

describe('README', () => {
  // Its example runs in stack.own-mongodb.spec.ts, where there is a real server.
  it('shows the example as it is run', () => {
    expect(textOf('../README.md')).toContain(`\`\`\`ts\n${textOf('./readme-example.ts')}\`\`\``);
  });

  it('names every setting that is read', () => {
    const settings = ['MAYFLY_STACK', 'MAYFLY_MONGO_URL', 'MAYFLY_KAFKA_BROKERS', 'MAYFLY_CACHE'];
    for (const setting of settings) expect(textOf('../README.md')).toContain(setting);
  });
});
