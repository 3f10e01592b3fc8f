import { describe, expect, it } from '@jest/globals';
import { commandProblems } from './readme-commands.ts';

const SCRIPTS = { test: '', verify: '', fix: '', stack: '', bench: '', soak: '', start: '' };
const problemsOf = (text: string): string[] => commandProblems(text, SCRIPTS);

describe('commandProblems', () => {
  it.each([
    ['`npm run verfiy`', 'there is no command npm run verfiy'],
    ['`npm test -- unti`', 'npm test -- unti: no part called unti'],
    ['`npm test -- unit --onyl x`', "Unknown option '--onyl'"],
    ['`npm run verify -- linst`', 'no check called linst'],
    ['`npm run fix -- linst`', 'no check called linst'],
    ['`npm run bench -- engine`', 'no bench called engine'],
    ['`npm run bench -- engines --motor lmdb`', "Unknown option '--motor'"],
    ['`npm run soak -- store --rounds many`', '--rounds: must be a whole number'],
    ['`npm run stack -- upp`', 'unknown command upp'],
    ['```sh\nnpm ci && npm run stack -- up --nodes 2   # two\n```', '--nodes: must be 1 or 3'],
  ])('finds %p', (text, problem) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining(problem)]);
  });

  it.each([
    '`npm test -- engines --only libs/store`',
    "`npm test -- unit --only 'libs/(url|store)'`",
    '`npm run soak -- NAME --rounds N`',
    '`npm run bench -- NAME [options]`',
    '```sh\nnpm ci && npm run bench -- engines --engine lmdb\n```',
    '```sh\nnpm run stack -- down            # stop; --wipe removes both\n```',
    'what npm run nonsense says in prose',
  ])('lets %p be', (text) => {
    expect(problemsOf(text)).toEqual([]);
  });
});
