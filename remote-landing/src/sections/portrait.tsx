import { chakra } from '@site/shared-ui';

const SIDE_PX = 128;

export function Portrait({ src, name }: { readonly src: string; readonly name: string }) {
  return (
    <chakra.img
      src={src}
      alt={name}
      htmlWidth={SIDE_PX}
      htmlHeight={SIDE_PX}
      width="32"
      height="32"
      borderRadius="card"
      objectFit="cover"
      flexShrink="0"
      loading="lazy"
      decoding="async"
    />
  );
}
