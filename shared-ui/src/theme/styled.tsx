import type { FlexProps } from '@chakra-ui/react/flex';
import type { GridProps } from '@chakra-ui/react/grid';
import type { Heading as ChakraHeading } from '@chakra-ui/react/heading';
import type { StackProps } from '@chakra-ui/react/stack';
import type {
  chakra as chakraFactory,
  JsxFactory,
  RecipeDefinition,
  SystemStyleObject,
} from '@chakra-ui/react/styled-system';
import type { Text as ChakraText } from '@chakra-ui/react/text';
import type { EmotionCache } from '@emotion/cache';
import {
  type CSSObject,
  type SerializedStyles,
  css as serialize,
  __unsafe_useEmotionCache as useEmotionCache,
} from '@emotion/react';
import {
  type ElementType,
  type FunctionComponent,
  type ReactElement,
  type RefAttributes,
  useInsertionEffect,
} from 'react';
import { system } from './system';

type Props = Record<string, unknown>;
type Recipe = ReturnType<typeof system.cva>;

interface Made {
  readonly tag: ElementType;
  /** Created at the first render, so that the start computes no styles. */
  readonly recipe: () => Recipe;
}

/** What each styled component is made of, for those that are made of it. */
const made = new WeakMap<object, Made>();

interface Options {
  /** Attributes that have the name of a style. */
  readonly forwardProps?: readonly string[];
  readonly defaultProps?: Props;
  /** Styles that `css` and properties replace. */
  readonly first?: SystemStyleObject;
  /** Further names of styles. */
  readonly aliases?: Readonly<Record<string, string>>;
}

/**
 * Chakra's `chakra()`, with the same styles and classes, for what this site uses of it. Chakra's own sorts, copies and
 * joins all properties of an element at each render, and renders four components for it.
 */
function createStyled(base: ElementType, config: RecipeDefinition | (() => Recipe) = {}, options: Options = {}) {
  const inner = typeof base === 'string' ? undefined : made.get(base);
  const createRecipe = (): Recipe => {
    const recipe = typeof config === 'function' ? config() : system.cva(config);
    return inner ? (inner.recipe().merge(recipe) as Recipe) : recipe;
  };
  let ownRecipe: Recipe | undefined;
  const recipe = () => {
    ownRecipe ??= createRecipe();
    return ownRecipe;
  };
  const compute = ({ variants, shorthands, css, styles }: Omit<Parts, 'attributes'>) => {
    const all = [recipe()(variants), options.first, shorthands, css, styles].flat().filter(Boolean);
    return serialize(system.css(...(all as SystemStyleObject[])) as CSSObject);
  };
  const computed = new Map<string, SerializedStyles>();

  function Styled(given: Props) {
    const cache = useEmotionCache() as EmotionCache;
    const { attributes, ...parts } = split(given, recipe().variantKeys, options);
    const key = JSON.stringify(parts);
    const own = computed.get(key) ?? compute(parts);
    computed.set(key, own);
    const serialized = addClass(cache, own, attributes);
    useInsertion(() => insert(cache, serialized), [cache, serialized]);
    if (given.asChild) {
      const child = attributes.children as ReactElement<Props>;
      return <child.type {...mergeProps(attributes, child.props)} />;
    }
    const Tag = (given.as ?? inner?.tag ?? base) as ElementType;
    return <Tag {...attributes} />;
  }
  made.set(Styled, { tag: inner?.tag ?? base, recipe });
  return Styled;
}

interface Parts {
  readonly variants: Props;
  readonly shorthands: Props;
  readonly css: unknown;
  readonly styles: Props;
  readonly attributes: Props;
}

const NOT_FORWARDED = ['css', 'as', 'asChild'];
const HTML_NAMES: Readonly<Record<string, string>> = { htmlWidth: 'width', htmlHeight: 'height' };

function split(given: Props, variantKeys: readonly PropertyKey[], options: Options): Parts {
  const { defaultProps, forwardProps = [], aliases = {} } = options;
  const variants: Props = {};
  const shorthands: Props = {};
  const styles: Props = {};
  const attributes: Props = { ...defaultProps };
  for (const name in given) {
    const value = given[name];
    if (value === undefined || NOT_FORWARDED.includes(name)) continue;
    if (variantKeys.includes(name)) variants[name] = value;
    else if (aliases[name]) shorthands[aliases[name]] = value;
    else if (isStyle(name) && !forwardProps.includes(name)) styles[name] = value;
    else attributes[HTML_NAMES[name] ?? name] = value;
  }
  return { variants, shorthands, css: given.css, styles, attributes };
}

const known = new Map<string, boolean>();

function isStyle(name: string): boolean {
  const found = known.get(name) ?? system.isValidProperty(name);
  known.set(name, found);
  return found;
}

/**
 * Adds the class of an element's styles to its attributes. A class that it was given, as the child of another styled
 * element, is merged into its own, since the order of two classes would depend on which was inserted first.
 *
 * @returns the styles of the class
 */
function addClass(cache: EmotionCache, own: SerializedStyles, attributes: Props): SerializedStyles {
  const given = String(attributes.className ?? '')
    .split(' ')
    .filter(Boolean);
  const styled = given.flatMap((name) => cache.registered[name] ?? []);
  const serialized = styled.length > 0 ? serialize(own, ...styled.map((text) => `${text};`)) : own;
  const classes = given.filter((name) => cache.registered[name] === undefined);
  if (serialized.styles) {
    const name = `${cache.key}-${serialized.name}`;
    cache.registered[name] = serialized.styles;
    classes.push(name);
  }
  if (classes.length > 0 || given.length > 0) attributes.className = classes.join(' ');
  return serialized;
}

// React runs no effect on a server.
const useInsertion: (insert: () => void, dependencies: readonly unknown[]) => void =
  typeof document === 'undefined' ? (insert) => insert() : useInsertionEffect;

function insert({ key, inserted, insert, sheet }: EmotionCache, serialized: SerializedStyles) {
  if (serialized.styles && inserted[serialized.name] === undefined)
    insert(`.${key}-${serialized.name}`, serialized, sheet, true);
}

/** The child's properties replace those of the element that it takes the place of, except that handlers of both run. */
function mergeProps({ children: _, ...outer }: Props, inner: Props): Props {
  const merged: Props = { ...outer };
  for (const name in inner) merged[name] = merge(name, outer[name], inner[name]);
  return merged;
}

function merge(name: string, outer: unknown, inner: unknown): unknown {
  if (outer === undefined || inner === undefined) return inner === undefined ? outer : inner;
  if (name === 'className') return `${outer} ${inner}`;
  if (name === 'style') return { ...(outer as object), ...(inner as object) };
  if (!/^on[A-Z]/.test(name)) return inner;
  return (...args: readonly unknown[]) => {
    for (const handle of [outer, inner]) (handle as (...args: readonly unknown[]) => void)(...args);
  };
}

const styled = <Type,>(...parts: Parameters<typeof createStyled>): Type => createStyled(...parts) as unknown as Type;

type Block<BlockProps> = FunctionComponent<BlockProps & RefAttributes<HTMLDivElement>>;

export const chakra = Object.assign(createStyled, { img: createStyled('img') }) as unknown as JsxFactory &
  Pick<typeof chakraFactory, 'img'>;

const flex = {
  direction: 'flexDirection',
  align: 'alignItems',
  justify: 'justifyContent',
  wrap: 'flexWrap',
  basis: 'flexBasis',
  grow: 'flexGrow',
  shrink: 'flexShrink',
};
const grid = {
  templateAreas: 'gridTemplateAreas',
  autoColumns: 'gridAutoColumns',
  column: 'gridColumn',
  row: 'gridRow',
  autoFlow: 'gridAutoFlow',
  autoRows: 'gridAutoRows',
  templateRows: 'gridTemplateRows',
  templateColumns: 'gridTemplateColumns',
};

export const Box = chakra('div');
export const Flex = styled<Block<Omit<FlexProps, 'inline'>>>('div', {}, { first: { display: 'flex' }, aliases: flex });
export const Grid = styled<Block<Omit<GridProps, 'inline'>>>('div', {}, { first: { display: 'grid' }, aliases: grid });
export const Stack = styled<Block<Omit<StackProps, 'separator'>>>(
  'div',
  {},
  { first: { display: 'flex', flexDirection: 'column', gap: '0.5rem' }, aliases: flex },
);
export const Heading = styled<typeof ChakraHeading>('h2', () => system.getRecipeFn('heading'));
export const Text = styled<typeof ChakraText>('p', () => system.getRecipeFn('text'));
export const VisuallyHidden = chakra('span', {
  base: {
    border: '0',
    clip: 'rect(0, 0, 0, 0)',
    height: '1px',
    width: '1px',
    margin: '-1px',
    padding: '0',
    overflow: 'hidden',
    whiteSpace: 'nowrap',
    position: 'absolute',
  },
});
