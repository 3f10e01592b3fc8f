import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@mayfly/testing';
import { openMongoStore } from './open-mongo-store.ts';

describe('openMongoStore', () => {
  it.each(['mongodb://u:hidden@a.test/?nonsense=1', 'mongodb://u:hid%den@a.test/', 'hidden'])(
    'calls %p a wrong setting and does not repeat it',
    async (url) => {
      const around = { clock: new FakeClock(), random: () => 0.5 };
      const opening = openMongoStore({ url, database: 'd', tables: [], prepare: false, ...around });
      const error = await opening.catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'CONFIG_INVALID' });
      expect(String((error as Error).stack)).not.toContain('hid');
    },
  );
});
