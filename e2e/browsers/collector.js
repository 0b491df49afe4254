// Runs first in every page under test. The requests are synchronous: none is lost with the page.
(() => {
  const report = (problem) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/__problems', false);
    request.send(problem);
  };
  const { error } = console;
  console.error = (...parts) => {
    report(`console: ${parts.map(String).join(' ')}`);
    error.apply(console, parts);
  };
  // WebKit reports requests that a page gives up when it is left.
  let isLeft = false;
  addEventListener('beforeunload', () => {
    isLeft = true;
  });
  addEventListener(
    'error',
    ({ message, target }) => {
      if (message) report(`uncaught: ${message}`);
      else if (!isLeft) report(`not loaded: ${target.src || target.href}`);
    },
    true,
  );
  addEventListener('unhandledrejection', ({ reason }) => report(`unhandled: ${reason}`));
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    report(`policy: ${effectiveDirective} ${blockedURI}`),
  );
})();
