import { render, screen } from '@testing-library/react';
import { tolerateMovedNodes } from './tolerate-moved-nodes';

const { removeChild, insertBefore } = Node.prototype;

beforeAll(() => tolerateMovedNodes(Node));
afterAll(() => Object.assign(Node.prototype, { removeChild, insertBefore }));

interface ExampleProps {
  readonly first?: boolean;
  readonly text?: string;
  readonly last?: boolean;
}

const Example = ({ first, text, last }: ExampleProps) => (
  <p data-testid="example">
    {first && <b>Un</b>}
    {text}
    {last && <i>Trois</i>}
  </p>
);

const textNode = () => screen.getByText(/Deux/, { ignore: false }).lastChild ?? document.body;

test.each<[string, (text: ChildNode) => void]>([
  ['wrapped', (text) => wrap(text)],
  [
    'replaced',
    (text) => {
      wrap(text);
      text.remove();
    },
  ],
  ['removed', (text) => text.remove()],
])('React updates the page around a text that was %s', (_, change) => {
  const { rerender, getByTestId } = render(<Example text="Deux" />);
  change(textNode());
  rerender(<Example first text="Deux" last />);
  expect(getByTestId('example')).toHaveTextContent(/Un.*Trois/);
  rerender(<Example last />);
  expect(getByTestId('example')).toHaveTextContent(/^Trois$/);
});

function wrap(text: ChildNode) {
  const font = document.createElement('font');
  text.replaceWith(font);
  font.append(text);
}

test('nodes that were not moved are inserted and removed as before', () => {
  const parent = document.createElement('div');
  parent.innerHTML = '<b></b><i></i>';
  const [first, last] = parent.children;
  expect(parent.insertBefore(document.createElement('u'), last ?? null)).toHaveProperty('tagName', 'U');
  parent.insertBefore(document.createElement('s'), null);
  expect(parent.innerHTML).toBe('<b></b><u></u><i></i><s></s>');
  expect(parent.removeChild(first ?? parent)).toBe(first);
  expect(parent.innerHTML).toBe('<u></u><i></i><s></s>');
});
