/** The declared types of attributes. */
export const attributeTypes = ['text', 'number', 'boolean', 'date', 'list'] as const;
export type AttributeType = (typeof attributeTypes)[number];
