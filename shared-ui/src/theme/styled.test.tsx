import { Flex as ChakraFlex } from '@chakra-ui/react/flex';
import { Heading as ChakraHeading } from '@chakra-ui/react/heading';
import { chakra as chakraOf, defineRecipe } from '@chakra-ui/react/styled-system';
import { Text as ChakraText } from '@chakra-ui/react/text';
import { render, screen } from '@testing-library/react';
import { type ComponentProps, createElement, type ElementType } from 'react';
import { UiProvider } from '../ui-provider';
import { chakra, Flex, Heading, Text } from './styled';
import '../testing';

const recipe = defineRecipe({
  base: { color: 'ink', _hover: { color: 'tile' } },
  variants: { size: { sm: { padding: '2' }, lg: { padding: { base: '4', md: '6' } } } },
  defaultVariants: { size: 'sm' },
});

function rendered(element: ElementType, props: object): HTMLElement {
  const { container } = render(<UiProvider>{createElement(element, props)}</UiProvider>);
  return container.lastElementChild as HTMLElement;
}

const linkIn = (factory: typeof chakraOf | typeof chakra) => factory('a', recipe);

describe('styled elements', () => {
  // The class is a hash of the styles.
  test.each([
    ['a recipe with its default', linkIn(chakra), linkIn(chakraOf), {}],
    ['a variant', linkIn(chakra), linkIn(chakraOf), { size: 'lg' }],
    ['properties after `css`', linkIn(chakra), linkIn(chakraOf), { css: { color: 'tile', top: '0' }, top: '1' }],
    ['a list in `css`', linkIn(chakra), linkIn(chakraOf), { css: [{ top: '0' }, undefined, { top: '1' }] }],
    ['conditions', linkIn(chakra), linkIn(chakraOf), { padding: { base: '1', md: '2' }, _print: { display: 'none' } }],
    [
      'an element made of another',
      chakra(linkIn(chakra), { base: { color: 'sage' } }),
      chakraOf(linkIn(chakraOf), { base: { color: 'sage' } }),
      { size: 'lg' },
    ],
    [
      'Flex',
      Flex,
      ChakraFlex,
      { align: 'center', wrap: 'wrap', css: { top: '0' }, gap: '2', display: { md: 'block' } },
    ],
    ['Heading', Heading, ChakraHeading, { size: 'xl', as: 'h1' }],
    ['Text', Text, ChakraText, { fontSize: 'sm' }],
  ] as [string, ElementType, ElementType, object][])('have Chakra’s own styles: %s', (_what, ours, theirs, props) => {
    const [own, chakras] = [ours, theirs].map((element) => rendered(element, props));
    expect(own?.className).toMatch(/^css-/);
    expect(own?.outerHTML).toBe(chakras?.outerHTML);
  });

  test('the child that takes an element’s place keeps its properties, joins the styles, and both handlers run', () => {
    const [Outer, Inner] = [linkIn(chakra), chakra('a', { base: { color: 'sage' } })];
    const pressed: string[] = [];
    render(
      <UiProvider>
        <Outer asChild title="outside" lang="fr" onClick={() => pressed.push('outside')} style={{ top: 1 }}>
          <Inner title="inside" className="own" onClick={() => pressed.push('inside')} style={{ left: 1 }}>
            Lien
          </Inner>
        </Outer>
      </UiProvider>,
    );
    const link = screen.getByText('Lien');
    link.click();
    expect(pressed).toEqual(['outside', 'inside']);
    expect(link).toHaveAttribute('title', 'inside');
    expect(link).toHaveAttribute('lang', 'fr');
    expect(link).toHaveAttribute('style', 'top: 1px; left: 1px;');
    expect(link.className).toMatch(/^own css-\w+$/);
  });

  test('attributes that have the name of a style are forwarded on request, and those of HTML under their own name', () => {
    const Drawing = chakra('svg', {}, { forwardProps: ['fill'], defaultProps: { role: 'img' } });
    expect(rendered(Drawing, { fill: 'none', color: 'ink' } satisfies ComponentProps<typeof Drawing>)).toHaveAttribute(
      'fill',
      'none',
    );
    expect(rendered(chakra.img, { htmlWidth: 12, width: '4', alt: '' })).toHaveAttribute('width', '12');
  });
});
