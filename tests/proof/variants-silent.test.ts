import { tryVariants } from './try-variants.ts';

tryVariants('silent');
