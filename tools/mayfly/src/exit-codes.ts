import { CrawlError } from '@mayfly/errors';
import { UsageError } from '@mayfly/command-line';

export const EXIT_CODES_HELP = `Exit codes: 0 done; 1 it could not be done, or something is wrong with the suite; 2 wrong arguments; 3 no suite
answers there. Ctrl-C ends a crawl or a watch in good order, with 0.`;

/** Codes that mean that nobody was there to answer. */
const NOBODY = new Set(['DEPENDENCY_AWAY', 'DEADLINE_PASSED']);
/** Codes that mean that what was asked for made no sense. */
const NONSENSE = new Set(['REQUEST_INVALID', 'URL_INVALID', 'CONFIG_INVALID']);

/** What a disk answers when it takes or gives nothing more: no fault of ours, and said as it says it. */
const DISK = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO', 'EACCES', 'EPERM', 'EMFILE']);

const IN_USE_HINT = '--attach crawls with the suite that runs there; --data names another folder';

/** Runs a verb; a failure that the catalogue knows is one line, anything else is a bug and shows its stack. */
export async function exitCodeOfVerb(run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n--help tells more\n`);
      return 2;
    }
    if (isOfDisk(error)) {
      process.stderr.write(`${error.message}\n`);
      return 1;
    }
    if (!(error instanceof CrawlError) || error.code === 'INTERNAL') throw error;
    if (NOBODY.has(error.code)) {
      process.stderr.write(`${error.code}: no suite answers there; \`npm start\` starts one\n`);
      return 3;
    }
    const hint = error.code === 'STORE_IN_USE' ? `\n${IN_USE_HINT}` : '';
    process.stderr.write(`${error.code}: ${error.message}${hint}\n`);
    return NONSENSE.has(error.code) ? 2 : 1;
  }
}

function isOfDisk(error: unknown): error is Error {
  const { code = '', syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return syscall !== undefined && DISK.has(code);
}
