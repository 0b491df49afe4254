export interface Drawing {
  readonly src: string;
  readonly alt: string;
}
