import { chakra } from '@chakra-ui/react/styled-system';

interface PictureProps {
  readonly src: string;
  /** Empty for a decorative picture. */
  readonly alt: string;
  /** Intrinsic size in pixels, which reserves the space. */
  readonly width: number;
  readonly height: number;
  readonly eager?: boolean;
  /** Loads it eagerly with low priority: WebKit prints no lazy picture that the visitor has not scrolled to. */
  readonly forPrint?: boolean;
}

export function Picture({ src, alt, width, height, eager = false, forPrint = false }: PictureProps) {
  return (
    <chakra.img
      src={src}
      alt={alt}
      htmlWidth={width}
      htmlHeight={height}
      loading={eager || forPrint ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : forPrint ? 'low' : 'auto'}
      decoding="async"
    />
  );
}
