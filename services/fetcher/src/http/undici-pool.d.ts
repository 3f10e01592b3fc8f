/** The pool alone: with it comes a fifth of the package, which otherwise takes longer to load than the whole fetcher. */
declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici';
  export = Pool;
}
