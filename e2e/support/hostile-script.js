// Part of a release that nobody approved: each attempt should fail. EMAIL is replaced.
{
  const inFrame = async (path) => {
    const frame = document.createElement('iframe');
    frame.src = path;
    // Firefox sends no event for a frame that the policy refuses.
    const end = new Promise((resolve) => setTimeout(resolve, 2000));
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    document.body.append(frame);
    await Promise.race([loaded, end]);
    return frame.contentWindow.localStorage.length;
  };
  const submit = (action, row) => {
    const frame = Object.assign(document.createElement('iframe'), { name: 'answer' });
    const form = document.createElement('form');
    Object.assign(form, { action, method: 'post', enctype: 'text/plain', target: 'answer' });
    form.append(Object.assign(document.createElement('input'), { name: JSON.stringify(row) }));
    document.body.append(frame, form);
    form.submit();
  };
  const working = (worker) =>
    new Promise((resolve, reject) => {
      worker.onerror = reject;
      worker.postMessage('');
      worker.onmessage = resolve;
    });

  const attemptsOf = (script, post, row) => ({
    'the session of the owner': () => localStorage.getItem('espace-session'),
    'the storage of the tab': () => sessionStorage.getItem('x'),
    cookies: () => document.cookie,
    'stored cookies': () => cookieStore.getAll(),
    databases: () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('site');
        opening.onsuccess = resolve;
        opening.onerror = reject;
      }),
    caches: () => caches.keys(),
    locks: () => navigator.locks.query(),
    files: () => navigator.storage.getDirectory(),
    'a service worker': () => navigator.serviceWorker.register(script, { scope: '/' }),
    'a worker': () => working(new Worker(script)),
    'a shared worker': () =>
      new Promise((_, reject) => {
        new SharedWorker(script).onerror = reject;
      }),
    'the worker of a blob': () => working(new Worker(URL.createObjectURL(new Blob(['onmessage = postMessage'])))),
    'a message': () => post('/rest/v1/contacts', row),
    'a live page': () =>
      post('/rest/v1/live_pages', { shell: '1.0.0-a', remote: 'contact', release: '1.0.0-a', route: '/contact' }),
    'a booking': () => post('/rest/v1/rpc/create_booking', { email: 'EMAIL' }),
    'requests of visitors': () => post('/rest/v1/rpc/owner_requests', {}),
    'a code to sign in': () => post('/auth/v1/otp', { email: 'EMAIL' }),
    'a new session': () => post('/auth/v1/token?grant_type=refresh_token', {}, { credentials: 'include' }),
    'the release interface': () => post('/release/v1/commands/activate', { words: ['contact'] }),
    'an approved page': () => fetch('/contact'),
    'the space of the owner': () => fetch('/espace', { credentials: 'include' }),
    'an approved page in a frame': () => inFrame('/espace'),
    'a file of a release in a frame': () => inFrame(script),
    'its opener': () => opener.location.href,
  });

  const run = async () => {
    const script = document.currentScript.src;
    const { anonKey } = JSON.parse(document.getElementById('site-data').textContent).backend;
    const row = { prenom: 'Eve', nom: 'Martin', email: 'EMAIL', telephone: '0639980000', is_agefice: false };
    const post = (path, body, options = {}) =>
      fetch(path, {
        method: 'POST',
        headers: { apikey: anonKey, 'content-type': 'application/json', origin: location.origin },
        body: JSON.stringify(body),
        ...options,
      });
    const attempts = attemptsOf(script, post, row);
    const outcomes = Object.entries(attempts).map(async ([name, attempt]) => {
      try {
        return [name, `reached: ${await attempt()}`];
      } catch {
        return [name, 'refused'];
      }
    });
    // These cannot read their answers, so the test looks into the database.
    const plain = { mode: 'no-cors', headers: { 'content-type': 'text/plain' } };
    const blind = [
      () => post('/rest/v1/contacts', row, plain),
      () => navigator.sendBeacon('/rest/v1/contacts', new Blob([JSON.stringify(row)], { type: 'text/plain' })),
      () => submit('/rest/v1/contacts', row),
    ];
    await Promise.allSettled(blind.map(async (send) => send()));
    const known = Object.fromEntries(await Promise.all(outcomes));
    document.documentElement.dataset.outcomes = JSON.stringify(known);
  };
  run();
}
