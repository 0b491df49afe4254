import { chakra } from '@chakra-ui/react/styled-system';
import { Check } from 'lucide';
import type { ReactNode } from 'react';
import { Icon } from './icon';

const Items = chakra('ul', { base: { display: 'grid', gap: '3' } });
const Item = chakra('li', { base: { display: 'flex', gap: '3', alignItems: 'flex-start', lineHeight: 'snug' } });

/** The items are fixed copy, so their index is their key. */
export function CheckList({ items }: { readonly items: readonly ReactNode[] }) {
  return (
    <Items>
      {items.map((item, index) => (
        <Item key={index}>
          <Icon of={Check} color="var(--tick)" />
          <span>{item}</span>
        </Item>
      ))}
    </Items>
  );
}
