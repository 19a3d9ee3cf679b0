/** The part of lit-html that the client uses, in types. */
export interface TemplateResult { readonly strings: TemplateStringsArray; readonly values: unknown[] }
export declare const nothing: unique symbol;
export declare const html: (strings: TemplateStringsArray, ...values: unknown[]) => TemplateResult;
export declare const svg: (strings: TemplateStringsArray, ...values: unknown[]) => TemplateResult;
export declare const render: (value: unknown, container: HTMLElement | SVGElement | DocumentFragment) => unknown;
