import { readDocument } from '@mayfly/extract';

export async function example() {
  const page = `<!doctype html><title>Mayflies &amp; more</title>
    <link rel="alternate" type="application/rss+xml" href="/feed">
    <h1>Mayflies</h1><p>They live <b>one</b> day. <a href="more#top">More</a>
    <a href="/login" rel="nofollow">Log in</a><script>var a = "<a href=x>"</script>`;
  return readDocument({
    bytes: new TextEncoder().encode(page),
    url: 'https://example.org/insects/',
    contentType: 'text/html; charset=utf-8',
  });
}
