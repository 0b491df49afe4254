import { act, fireEvent, screen } from '@testing-library/react';
import { renderInHost } from '../testing';
import { Reveal } from './reveal';

const WINDOW_HEIGHT_PX = 800;
let report: (entry: { top: number; height: number; visible: number }) => void;
const disconnect = jest.fn();

const observe = jest.fn();

class FakeObserver {
  constructor(callback: (entries: object[]) => void) {
    report = ({ top, height, visible }) =>
      act(() =>
        callback([
          {
            isIntersecting: visible > 0,
            intersectionRatio: visible / height,
            intersectionRect: { height: visible },
            boundingClientRect: { top },
            rootBounds: { bottom: WINDOW_HEIGHT_PX, height: WINDOW_HEIGHT_PX },
          },
        ]),
      );
  }
  observe = observe;
  disconnect = disconnect;
}

const stage = () => screen.getByText('Le programme').parentElement?.dataset.stage;

beforeEach(() => {
  Object.assign(globalThis, { IntersectionObserver: FakeObserver });
  disconnect.mockClear();
  observe.mockClear();
  renderInHost(
    <main>
      <Reveal delay={80}>
        <p>Le programme</p>
      </Reveal>
    </main>,
  );
});

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'IntersectionObserver');
});

const startScrolling = () => fireEvent.scroll(window);

test('nothing is hidden until the visitor begins to scroll', () => {
  expect(observe).not.toHaveBeenCalled();
  expect(stage()).toBe('shown');
  startScrolling();
  report({ top: 1200, height: 400, visible: 0 });
  expect(stage()).toBe('waiting');
});

test('further scrolling starts no second observation', () => {
  startScrolling();
  startScrolling();
  expect(observe).toHaveBeenCalledTimes(1);
});

test('content partly in the window is never hidden', () => {
  startScrolling();
  report({ top: 790, height: 400, visible: 10 });
  expect(stage()).toBe('shown');
});

test('content below the window rises once a tenth of it is visible', () => {
  startScrolling();
  report({ top: 1200, height: 400, visible: 0 });
  expect(stage()).toBe('waiting');
  report({ top: 770, height: 400, visible: 30 });
  expect(stage()).toBe('waiting');
  report({ top: 760, height: 400, visible: 40 });
  expect(stage()).toBe('rising');
  expect(disconnect).toHaveBeenCalled();
});

test('a section of many screens rises before a tenth of it is visible', () => {
  startScrolling();
  report({ top: 1200, height: 20_000, visible: 0 });
  report({ top: 400, height: 20_000, visible: 400 });
  expect(stage()).toBe('rising');
});

test('content that a jump skipped is visible when the visitor scrolls back', () => {
  startScrolling();
  report({ top: 1200, height: 400, visible: 0 });
  report({ top: -900, height: 400, visible: 0 });
  expect(stage()).toBe('rising');
});
