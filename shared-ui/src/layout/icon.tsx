import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import type { LucideIcon } from 'lucide-react';

const SIZE_PX = 24;
const Frame = chakra('span', { base: { display: 'inline-flex', flexShrink: 0 } });

export interface IconProps extends Omit<HTMLChakraProps<'span'>, 'children'> {
  readonly of: LucideIcon;
}

/** A drawing beside words that already say it, so hidden from assistive technology. It takes the text's colour. */
export function Icon({ of: Drawing, ...props }: IconProps) {
  return (
    <Frame aria-hidden="true" {...props}>
      <Drawing size={SIZE_PX} />
    </Frame>
  );
}
