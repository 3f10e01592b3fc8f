import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Outcome } from '@mayfly/contracts/crawl/v1';
import { durationOf } from '@mayfly/grpc';
import { type EngineKind, testEngines, type TestEngines } from '@mayfly/service-testing';
import { collectTelemetry, type CollectedTelemetry } from '@mayfly/telemetry/testing';
import { eventually } from '@mayfly/testing';
import { ROBOTS } from './support/fake-frontier.ts';
import { Harness, type RunningFetcher } from './support/harness.ts';
import { testSite, type TestSite } from './support/test-site.ts';

/** What a fetcher does when others are away, when people ask, and when it is told to stop. */
export function fetcherOutagesSuite(kind: EngineKind): void {
  let telemetry: CollectedTelemetry;
  let engines: TestEngines;
  let harness: Harness;
  let site: TestSite;
  let fetcher: RunningFetcher;

  beforeAll(async () => {
    telemetry = collectTelemetry();
    engines = await testEngines(kind);
    site = await testSite();
    harness = await new Harness(await engines.open()).open();
    fetcher = await harness.start(site.port);
  });
  beforeEach(() => telemetry.reset());
  afterEach(() => {
    fetcher.control.publishing = undefined;
    fetcher.control.lag = undefined;
  });
  afterAll(async () => {
    await fetcher.close();
    await harness.close();
    await site[Symbol.asyncDispose]();
    await engines[Symbol.asyncDispose]();
    await telemetry.stop();
  });

  const settled = (lease: { leaseId: string }) =>
    eventually(
      () =>
        harness.frontier.settled.find(({ leaseId }) => leaseId === lease.leaseId) ??
        (false as const),
      { what: `${lease.leaseId} to be settled`, withinMs: 60_000 },
    );
  const heldBack = (reason: RegExp) =>
    eventually(async () => reason.test((await fetcher.client.getStatus({})).heldBack), {
      what: `to be held back for ${reason.source}`,
    });

  describe('an outage', () => {
    it('of the stream is waited out, with the lease kept', async () => {
      site.serve('kept.test/', 'kept');
      fetcher.control.failPublishing = 6;
      const lease = harness.frontier.offer('http://kept.test/', { duration: durationOf(8_000) });
      expect((await settled(lease)).outcome).toBe(Outcome.OUTCOME_OK);
      await harness.messageOf('http://kept.test/');
      expect(harness.frontier.extended).toContain(lease.leaseId);
      expect(site.requests.filter((place) => place === 'kept.test/')).toHaveLength(1);
    });

    it('of the frontier is waited out, and the attempt is published once', async () => {
      site.serve('settle.test/', 'settle');
      harness.frontier.failSettling = 7;
      expect((await settled(harness.frontier.offer('http://settle.test/'))).outcome).toBe(
        Outcome.OUTCOME_OK,
      );
      await harness.messageOf('http://settle.test/');
      const messages = harness.received.filter(({ message }) => message.host === 'settle.test');
      expect(messages).toHaveLength(1);
    });
  });

  describe('no lease is taken', () => {
    it('while publishing fails', async () => {
      fetcher.control.publishing = { ok: false, sinceMs: 0 };
      // The call that waits when it begins still gets one.
      harness.frontier.offer('http://first.test/');
      await heldBack(/publishing fails/);
      const lease = harness.frontier.offer('http://later.test/');
      const asked = harness.frontier.asked.length;
      await eventually(async () => (await fetcher.client.getStatus({})).leases === 0, {
        what: 'idle',
      });
      expect(harness.frontier.asked.length).toBe(asked);
      expect(harness.frontier.settlementOf(lease)).toBe(undefined);
      fetcher.control.publishing = undefined;
      await settled(lease);
    });

    it('while the document-store is too far behind', async () => {
      fetcher.control.lag = { messages: 10_001, bytes: 1, seconds: 1 };
      const one = async () => {
        harness.frontier.offer('http://behind.test/');
        return /10001 messages behind/.test((await fetcher.client.getStatus({})).heldBack);
      };
      await eventually(one, { what: 'to be held back', everyMs: 300 });
      fetcher.control.lag = { messages: 1, bytes: 2_000_000_000, seconds: 1 };
      await heldBack(/2000000000 bytes behind/);
      fetcher.control.lag = undefined;
      await heldBack(/^$/);
    });
  });

  describe('Fetch', () => {
    it('takes robots.txt first, then the page, and answers how it ended', async () => {
      site.serve('hand.test/robots.txt', 'User-agent: *\nAllow: /');
      site.serve('hand.test/', '<title>By hand</title><a href=/x>x</a>');
      let robotsAttempt: number | undefined;
      harness.frontier.onNamed = ({ url }) => {
        if (url !== 'http://hand.test/') return undefined;
        if (robotsAttempt === undefined) {
          robotsAttempt = 900;
          return { url: 'http://hand.test/robots.txt', kind: ROBOTS, attempt: 900 };
        }
        return { attempt: 901, obeyRobots: true, robotsAttempt, crawl: 'by-hand' };
      };
      const answer = await fetcher.client.fetch({ url: 'HTTP://Hand.test' });
      expect(answer).toMatchObject({
        ...{ url: 'http://hand.test/', attempt: 901, status: 200, title: 'By hand', links: 1 },
        outcome: Outcome.OUTCOME_OK,
      });
      expect(answer.contentSha256).toHaveLength(32);
      await harness.messageOf('http://hand.test/');
    });

    it('asks by a HEAD where only freshness is wanted, and keeps the validators it has', async () => {
      const methods: (string | undefined)[] = [];
      site.serve('check.test/', ({ method, headers }, response) => {
        methods.push(method);
        const isKnown = headers['if-none-match'] === '"v2"';
        response.writeHead(isKnown ? 304 : 200, { etag: '"v2"', 'content-length': '12' }).end();
      });
      const check = async (etag: string) => {
        const validators = { etag, lastModified: '' };
        harness.frontier.onNamed = () => ({ crawl: 'by-hand', validators });
        const { outcome, bodyBytes } = await fetcher.client.fetch({
          ...{ url: 'http://check.test/', check: true },
        });
        return { outcome, bodyBytes, kept: harness.frontier.settled.at(-1)?.validators?.etag };
      };
      // With the new validator the next GET would be told that nothing has changed.
      const { OUTCOME_OK, OUTCOME_UNCHANGED } = Outcome;
      expect(await check('"v1"')).toEqual({ outcome: OUTCOME_OK, bodyBytes: 0, kept: '"v1"' });
      expect(await check('"v2"')).toEqual({
        ...{ outcome: OUTCOME_UNCHANGED, bodyBytes: 0, kept: '"v2"' },
      });
      expect(methods).toEqual(['HEAD', 'HEAD']);
    });

    it.each([
      [{ url: '' }, 'REQUEST_INVALID', /^url: /],
      [{ url: 'nonsense' }, 'URL_INVALID', /^url: /],
      [{ url: `http://a.test/${'x'.repeat(9_000)}` }, 'URL_INVALID', /^url: /],
      [{ url: 'ftp://a.test/' }, 'URL_INVALID', /^url: /],
    ])('refuses %j', async (request, code, message) => {
      await expect(fetcher.client.fetch(request)).rejects.toMatchObject({
        code,
        message: expect.stringMatching(message),
      });
    });

    it('says that a host rests, that a contact is missing, and that the stream is away', async () => {
      harness.frontier.onNamed = () => undefined;
      await expect(
        fetcher.client.fetch({ url: 'http://resting.test/' }, { deadlineMs: 1_500 }),
      ).rejects.toMatchObject({ code: 'HOST_RESTING' });
      harness.frontier.onNamed = () => ({ private: false });
      await expect(fetcher.client.fetch({ url: 'http://8.8.8.8/' })).rejects.toMatchObject({
        code: 'CONTACT_MISSING',
      });
      fetcher.control.publishing = { ok: false, sinceMs: 0 };
      await expect(
        fetcher.client.fetch({ url: 'http://a.test/' }, { deadlineMs: 2_000 }),
      ).rejects.toMatchObject({ code: 'STREAM_AWAY' });
    });
  });

  describe('GetStatus', () => {
    it('tells what the fetcher does', async () => {
      site.serve('status.test/', 'status');
      await heldBack(/^$/);
      const before = await fetcher.client.getStatus({});
      await settled(harness.frontier.offer('http://status.test/'));
      expect(await fetcher.client.getStatus({})).toMatchObject({
        ...{ fetcherId: 'fetcher-under-test', maxLeases: 64, heldBack: '' },
        attempts: before.attempts + 1,
        documents: before.documents + 1,
        bodyBytes: before.bodyBytes + 6,
        userAgent: expect.stringMatching(/^Mayfly\/\d/),
      });
    });
  });

  describe('an attempt', () => {
    it('is one trace, which its message carries on', async () => {
      const large = Buffer.concat([Buffer.from('<p>x'), Buffer.alloc(100_000, 1)]);
      site.serve('trace-a.test/', large);
      site.serve('trace-b.test/', 'b');
      const submit = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
      const leases = ['a', 'b'].map((name) =>
        harness.frontier.offer(`http://trace-${name}.test/`, { submitTraceparent: submit }),
      );
      await Promise.all(leases.map(settled));
      const messages = await Promise.all(leases.map(({ url }) => harness.messageOf(url)));
      await eventually(
        () => telemetry.edges().includes('mayfly.fetcher -> mayfly.document-store'),
        {
          what: 'the span of the consumer',
        },
      );
      const ended = () => telemetry.spans().filter(({ name }) => name === 'attempt');
      await eventually(() => ended().length === 2, { what: 'both to end' });
      const attempts = ended();
      expect(new Set(attempts.map((span) => span.spanContext().traceId)).size).toBe(2);
      expect(
        attempts.every(({ attributes }) => attributes['mayfly.submit.traceparent'] === submit),
      ).toBe(true);
      for (const { headers, message } of messages) {
        const own = attempts.find(({ attributes }) => attributes['url.full'] === message.url);
        const parent = Buffer.from(headers.traceparent ?? []).toString();
        expect(parent.split('-')[1]).toBe(own?.spanContext().traceId);
      }
      for (const { attributes } of attempts) {
        const steps = ['dns', 'connect', 'first_byte', 'download', 'parse'];
        const known = steps.filter((step) => Number(attributes[`mayfly.${step}_ms`]) >= 0);
        expect(known).toEqual(steps);
      }
      const step = { seconds: expect.any(Number), nanos: expect.any(Number) };
      expect(messages[0]?.message.times).toMatchObject({
        ...{ dns: step, connect: step, firstByte: step, download: step, parse: step },
      });
      expect(telemetry.edges()).toContain('mayfly.fetcher -> mayfly.frontier');
      const settles = telemetry.spans().filter(({ name }) => name === 'settle');
      const linked = settles.flatMap(({ links }) => links.map(({ context }) => context.traceId));
      expect(linked).toEqual(
        expect.arrayContaining(attempts.map((span) => span.spanContext().traceId)),
      );
    });
  });

  describe('stopping', () => {
    it('under load loses no lease and fails no attempt', async () => {
      const hosts = Array.from({ length: 100 }, (_, at) => `stop-${at}.test`);
      for (const host of hosts) {
        site.serve(`${host}/`, (_, response) => {
          setTimeout(() => response.end('slow'), 50 + Math.random() * 300);
        });
      }
      const leases = hosts.map((host) => harness.frontier.offer(`http://${host}/`));
      await eventually(
        () => site.requests.filter((place) => place.startsWith('stop-')).length > 20,
        {
          what: 'requests under way',
        },
      );
      await fetcher.close();
      const ids = new Set(leases.map(({ leaseId }) => leaseId));
      const ended = harness.frontier.settled.filter(({ leaseId }) => ids.has(leaseId));
      expect(ended.every(({ outcome }) => outcome === Outcome.OUTCOME_OK)).toBe(true);
      expect(harness.frontier.outstanding).toBe(0);
      fetcher = await harness.start(site.port);
      await Promise.all(leases.filter(({ leaseId }) => !wasReleased(leaseId)).map(settled));
    });

    it('does not wait for ever for a request: its lease expires', async () => {
      site.serve('endless.test/', () => {});
      await fetcher.close();
      fetcher = await harness.start(site.port, { FETCHER_DRAIN_MS: '200ms' });
      const lease = harness.frontier.offer('http://endless.test/');
      await eventually(() => site.requests.includes('endless.test/'), { what: 'the request' });
      const started = performance.now();
      await fetcher.close();
      expect(performance.now() - started).toBeLessThan(5_000);
      expect(harness.frontier.settlementOf(lease)).toBe(undefined);
      expect(wasReleased(lease.leaseId)).toBe(false);
      fetcher = await harness.start(site.port);
    });
  });

  function wasReleased(leaseId: string): boolean {
    return harness.frontier.released.some((release) => release.leaseId === leaseId);
  }
}
