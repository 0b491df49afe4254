import { EARLY_DIALOG_ATTRIBUTE, INDEX_ELEMENT_ID, START_ELEMENT_ID } from '@site/contract/page-data';
import { fireEvent } from '@testing-library/react';
import { addPageData, exampleIndex, indexWithContact } from '../../tests/support/examples';
import { CONSENT_DATE_KEY, CONSENT_KEY } from '../consent/consent-store';
import { BOOTSTRAP_SCRIPT, openEarlyDialog, PRIVATE_BOOTSTRAP_SCRIPT, SHELL_WITHIN_MS } from './bootstrap-script';
import '@site/shared-ui/testing';

describe('bootstrap script', () => {
  const page = document.documentElement;

  const files = {
    script: { src: '/r/shell/1/main.js', integrity: 'sha384-a' },
    ahead: ['/r/landing/1/remoteEntry.js'],
  };

  /** Removes the script's listeners: all tests share one window. */
  let stopListening: () => void = () => undefined;

  /** Runs the script as an element of the page, then the first paint. */
  function run(text = BOOTSTRAP_SCRIPT) {
    const listen = jest.spyOn(window, 'addEventListener');
    stopListening = () => {
      for (const call of listen.mock.calls) window.removeEventListener(...call);
      listen.mockRestore();
    };
    const script = document.createElement('script');
    script.textContent = text;
    document.head.append(script);
    script.remove();
    jest.advanceTimersToNextFrame();
    jest.advanceTimersToNextTimer();
  }

  function runAndStart() {
    run();
    fireEvent.keyDown(document.body);
  }

  beforeEach(() => {
    jest.useFakeTimers();
    document.head.innerHTML = `<script type="application/json" id="${START_ELEMENT_ID}">${JSON.stringify(files)}</script>`;
    Object.assign(window, { fetch: jest.fn(() => Promise.reject(new TypeError('Failed to fetch'))) });
    localStorage.clear();
    Reflect.deleteProperty(page.dataset, 'shell');
    Reflect.deleteProperty(page.dataset, 'js');
    Reflect.deleteProperty(page.dataset, 'consent');
  });

  afterEach(() => {
    stopListening();
    jest.useRealTimers();
  });

  test.each([
    ['accepted', 'accepted'],
    ['rejected', 'rejected'],
    ['oui', ''],
  ])('marks a stored choice « %s » on the html element as « %s »', (stored, marked) => {
    localStorage.setItem(CONSENT_KEY, stored);
    run();
    expect(page).toHaveAttribute('data-consent', marked);
    expect(page).toHaveAttribute('data-js', '');
  });

  test('without access to storage, the page counts as one without a choice', () => {
    const spy = jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('Refused.', 'SecurityError');
    });
    run();
    spy.mockRestore();
    expect(page).toHaveAttribute('data-js', '');
    expect(page).toHaveAttribute('data-consent', '');
  });

  /** A file that fails to load. */
  function fail(kind: 'script' | 'img', src = '/r/shell/1/2.js') {
    const element = document.createElement(kind);
    element.src = src;
    document.head.append(element);
    element.dispatchEvent(new Event('error'));
    element.remove();
  }

  test('a failed script before the shell runs marks it as failed and is fetched past the cache; a picture does not', () => {
    runAndStart();
    fail('img');
    window.dispatchEvent(new ErrorEvent('error'));
    expect(page).not.toHaveAttribute('data-shell');
    fail('script');
    expect(page).toHaveAttribute('data-shell', 'failed');
    expect(fetch).toHaveBeenLastCalledWith('http://localhost/r/shell/1/2.js', { cache: 'reload' });
  });

  test.each(['https://antivirus.invalid/x.js', '/r/booking/1/2.js', '/toolbar.js', ''])(
    'a script of another program that fails is ignored: %j',
    (src) => {
      run();
      fail('script', src);
      fireEvent.keyDown(document.body);
      jest.mocked(fetch).mockClear();
      fail('script', src);
      expect(page).not.toHaveAttribute('data-shell');
      expect(fetch).not.toHaveBeenCalled();
    },
  );

  describe('a shell that does not start', () => {
    const reports = () =>
      jest
        .mocked(fetch)
        .mock.calls.filter(([address]) => address === '/rest/v1/incidents')
        .map(([, request]) => request);
    const throwIn = (filename: string) => window.dispatchEvent(new ErrorEvent('error', { filename }));

    beforeEach(() => {
      addPageData();
      runAndStart();
      window.history.replaceState(null, '', '/contact?email=camille@exemple.fr');
    });

    test.each([
      ['network', () => fail('script')],
      ['exception', () => throwIn('http://localhost/r/shell/1/main.js')],
    ] as const)('is reported as %s, unless the visitor leaves the page within five seconds', (code, happen) => {
      happen();
      jest.advanceTimersByTime(4999);
      expect(reports()).toEqual([]);
      jest.advanceTimersByTime(1);
      expect(reports()).toEqual([
        {
          method: 'POST',
          keepalive: true,
          headers: { apikey: 'example-key', 'content-type': 'application/json', prefer: 'return=minimal' },
          body: `{"remote":"shell","release":"${exampleIndex.shell.id}","phase":"shell","code":"${code}","route":"/contact"}`,
        },
      ]);
    });

    test('is reported once with the code timeout when it does not run within ten seconds', () => {
      jest.advanceTimersByTime(9999);
      fail('script');
      jest.advanceTimersByTime(1);
      expect(reports()).toEqual([expect.objectContaining({ body: expect.stringContaining('"code":"timeout"') })]);
      jest.advanceTimersByTime(5000);
      expect(reports()).toHaveLength(1);
    });

    test('is not reported when it runs after all, when another program throws, or in development', () => {
      throwIn('https://antivirus.invalid/x.js');
      fail('script');
      page.dataset.shell = 'live';
      jest.advanceTimersByTime(5000);
      page.dataset.shell = 'failed';
      document.getElementById(INDEX_ELEMENT_ID)?.replaceChildren(JSON.stringify(indexWithContact({ integrity: '' })));
      fail('script');
      jest.advanceTimersByTime(5000);
      expect(reports()).toEqual([]);
    });

    test('is reported as that of a preview in a preview', () => {
      document.getElementById(INDEX_ELEMENT_ID)?.replaceChildren(JSON.stringify({ ...exampleIndex, preview: {} }));
      fail('script');
      jest.advanceTimersByTime(5000);
      expect(reports()).toEqual([expect.objectContaining({ body: expect.stringContaining('"preview":true') })]);
    });
  });

  test('a shell that does not run within ten seconds is marked as failed', () => {
    addPageData();
    run();
    jest.advanceTimersByTime(SHELL_WITHIN_MS);
    expect(page).not.toHaveAttribute('data-shell');
    fireEvent.keyDown(document.body);
    jest.advanceTimersByTime(SHELL_WITHIN_MS - 1);
    expect(page).not.toHaveAttribute('data-shell');
    jest.advanceTimersByTime(1);
    expect(page).toHaveAttribute('data-shell', 'failed');
  });

  test('once the shell runs, neither a failed script nor the time-out marks it as failed', () => {
    runAndStart();
    page.dataset.shell = 'live';
    jest.mocked(fetch).mockClear();
    fail('script');
    expect(fetch).not.toHaveBeenCalled();
    jest.advanceTimersByTime(SHELL_WITHIN_MS);
    expect(page).toHaveAttribute('data-shell', 'live');
  });

  describe('starting the shell', () => {
    const idle = jest.fn<number, [() => void, IdleRequestOptions]>(() => 1);
    const started = () => [...document.head.querySelectorAll<HTMLScriptElement>('script[src]')];

    let visit = 'reload';

    beforeEach(() => {
      idle.mockClear();
      visit = 'reload';
      Object.assign(window, { requestIdleCallback: idle });
      Object.assign(performance, { getEntriesByType: () => [{ type: visit }] });
    });
    afterEach(() => {
      Reflect.deleteProperty(window, 'requestIdleCallback');
    });

    test('waits until the page has loaded and the browser is idle', () => {
      run();
      expect(idle).not.toHaveBeenCalled();
      window.dispatchEvent(new Event('load'));
      expect(started()).toEqual([]);
      expect(fetch).not.toHaveBeenCalled();
      expect(idle).toHaveBeenCalledWith(expect.any(Function), { timeout: 1000 });
      idle.mock.calls[0]?.[0]();
      expect(started()).toMatchObject([{ src: 'http://localhost/r/shell/1/main.js', integrity: 'sha384-a' }]);
    });

    test('leaves the network to the shell, and fetches the other scripts once it has arrived, before it runs', () => {
      runAndStart();
      expect(fetch).not.toHaveBeenCalled();
      const arriving = document.head.querySelector<HTMLLinkElement>('link[rel="preload"]');
      expect(arriving).toMatchObject({
        href: 'http://localhost/r/shell/1/main.js',
        integrity: 'sha384-a',
        as: 'script',
      });
      arriving?.dispatchEvent(new Event('load'));
      expect(jest.mocked(fetch).mock.calls).toEqual([['/r/landing/1/remoteEntry.js']]);
    });

    test('waits for the complete document after an early interaction', () => {
      const state = jest.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
      run();
      fireEvent.pointerDown(document.body);
      expect(started()).toEqual([]);
      state.mockRestore();
      window.dispatchEvent(new Event('DOMContentLoaded'));
      expect(started()).toHaveLength(1);
    });

    test('happens on focus, and only once', () => {
      run();
      fireEvent.focusIn(document.body);
      expect(started()).toHaveLength(1);
      fireEvent.focusIn(document.body);
      window.dispatchEvent(new Event('load'));
      idle.mock.calls[0]?.[0]();
      expect(started()).toHaveLength(1);
    });

    describe('of a page with more than a screen', () => {
      const laidOut = () =>
        [...document.querySelectorAll<HTMLElement>('section, footer')].map(({ style }) => style.contentVisibility);
      const beIdle = () => {
        for (const [run] of idle.mock.calls.splice(0)) run();
      };

      beforeEach(() => {
        visit = 'navigate';
        document.body.innerHTML = '<main><section></section><section></section></main><footer></footer>';
      });
      afterEach(() => {
        document.body.innerHTML = '';
        window.location.hash = '';
        Reflect.deleteProperty(page.dataset, 'firstScreen');
      });

      test('the sections below it are laid out one by one when the browser is idle', () => {
        run();
        expect(page).toHaveAttribute('data-first-screen');
        window.dispatchEvent(new Event('load'));
        beIdle();
        expect(laidOut()).toEqual(['', 'visible', '']);
        beIdle();
        beIdle();
        expect(page).not.toHaveAttribute('data-first-screen');
      });

      test('all are laid out at a click, whose link may lead below them', () => {
        run();
        fireEvent.click(document.body);
        expect(page).not.toHaveAttribute('data-first-screen');
      });

      test.each([
        ['a link to one of them is opened', 'navigate', '#cta'],
        ['the page is loaded again', 'reload', ''],
        ['the visitor comes back', 'back_forward', ''],
      ])('all are laid out from the beginning if %s', (_, type, hash) => {
        visit = type;
        window.location.hash = hash;
        run();
        expect(page).not.toHaveAttribute('data-first-screen');
      });
    });
  });

  describe('a click before hydration', () => {
    const press = (html: string) => {
      document.body.innerHTML = html;
      const button = document.querySelector('button');
      fireEvent.click(button?.firstElementChild ?? button ?? document.body);
      return button;
    };
    afterEach(() => {
      document.body.innerHTML = '';
    });

    test('is recorded and replaces an earlier one', () => {
      run();
      press('<button type="button">Un</button>');
      const last = press('<button type="button"><b>Deux</b></button>');
      expect(window.bootstrap?.pressed).toBe(last);
      expect(last).toHaveAttribute('data-pressed');
    });

    test('on a choice about cookies is stored and marked at once', () => {
      run();
      jest.setSystemTime(new Date('2026-11-21T10:00:00Z'));
      press('<button type="button" data-consent-choice="rejected">Refuser</button>');
      expect(page).toHaveAttribute('data-consent', 'rejected');
      expect(localStorage.getItem(CONSENT_KEY)).toBe('rejected');
      expect(localStorage.getItem(CONSENT_DATE_KEY)).toBe('2026-11-21T10:00:00.000Z');
    });

    test('on a choice about cookies hides the banner even without access to storage', () => {
      const spy = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
        throw new DOMException('Refused.', 'SecurityError');
      });
      run();
      press('<button type="button" data-consent-choice="accepted">Accepter</button>');
      spy.mockRestore();
      expect(page).toHaveAttribute('data-consent', 'accepted');
    });

    test('on a hydrated button is not recorded', () => {
      run();
      document.body.innerHTML = '<button type="button">Réessayer</button>';
      const button = document.querySelector('button') ?? document.body;
      Object.assign(button, { __reactProps$abc: {} });
      fireEvent.click(button);
      expect(window.bootstrap?.pressed).toBeNull();
      expect(button).not.toHaveAttribute('data-pressed');
    });

    test('is not recorded once the shell has removed window.bootstrap', () => {
      run();
      window.bootstrap = undefined;
      press('<button type="button" data-consent-choice="rejected">Refuser</button>');
      expect(page).toHaveAttribute('data-consent', '');
    });
  });

  test('the page of a private part starts the shell at DOMContentLoaded, a public page does not', () => {
    const shells = () => document.head.querySelectorAll('script[src]').length;
    run();
    document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }));
    expect(shells()).toBe(0);
    stopListening();
    run(PRIVATE_BOOTSTRAP_SCRIPT);
    document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }));
    expect(shells()).toBe(1);
  });
});

describe('early dialog', () => {
  const onPhone = (matches: boolean) => {
    window.matchMedia = (() => ({ matches })) as unknown as typeof window.matchMedia;
  };
  const find = (id: string) => document.getElementById(id) as HTMLElement;
  const isOpen = () => (find('sheet') as HTMLDialogElement).open;

  beforeAll(() => openEarlyDialog(EARLY_DIALOG_ATTRIBUTE));

  beforeEach(() => {
    document.body.innerHTML = `
    <button id="opener" aria-controls="sheet" ${EARLY_DIALOG_ATTRIBUTE}="(max-width: 767.98px)"><span id="text">Choisir</span></button>
    <button id="other" aria-controls="sheet">Autre</button>
    <dialog id="sheet"><button id="close">Fermer</button></dialog>`;
    window.bootstrap = { pressed: find('opener') };
    onPhone(true);
  });

  afterEach(() => {
    window.bootstrap = undefined;
  });

  test('a press before hydration opens the dialog of the button', () => {
    find('text').click();
    expect(isOpen()).toBe(true);
    expect(window.bootstrap?.pressed).toBe(find('opener'));
  });

  test('a button inside closes it, and the press that opened it is not repeated', () => {
    find('opener').click();
    find('close').click();
    expect(isOpen()).toBe(false);
    expect(window.bootstrap?.pressed).toBeNull();
  });

  test('a dialog that was opened again before the event of its close arrives keeps its press', () => {
    find('opener').click();
    find('sheet').dispatchEvent(new Event('close'));
    expect(window.bootstrap?.pressed).toBe(find('opener'));
  });

  test.each([
    ['where the media query does not match', () => onPhone(false), 'opener'],
    ['after hydration', () => (window.bootstrap = undefined), 'opener'],
    ['of a button that opens no dialog early', () => undefined, 'other'],
    ['whose dialog is gone', () => find('sheet').replaceWith('Rien'), 'opener'],
  ])('a press %s opens nothing', (_, change, pressed) => {
    const sheet = find('sheet') as HTMLDialogElement;
    change();
    find(pressed).click();
    expect(sheet.open).toBe(false);
  });
});
