import { jsonElement, jsonTextOf } from './page-data.ts';

test('JSON cannot close its own script element', () => {
  expect(jsonElement('data', { text: '</script>' })).toBe(
    '<script type="application/json" id="data">{"text":"\\u003c/script>"}</script>',
  );
});

test('the text of a JSON element is found by its id and reads back as the value', () => {
  const value = { text: '</script><b>' };
  const page = `<p>${jsonElement('other', 1)}${jsonElement('data', value)}</p>`;
  const [text = ''] = jsonTextOf('data').exec(page) ?? [];
  expect(JSON.parse(text)).toEqual(value);
});
