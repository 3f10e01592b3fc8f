import { describe, expect, it } from '@jest/globals';
import { isRobotAgent } from './robot-agent.ts';

describe('a User-Agent', () => {
  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'curl/8.5.0',
    'python-requests/2.31',
    'Mayfly/0.1 (+https://example.org)',
    'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/120.0',
  ])('%s is a robot’s', (agent) => expect(isRobotAgent(agent)).toBe(true));

  it.each([
    '',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  ])('%s is not', (agent) => expect(isRobotAgent(agent)).toBe(false));
});
