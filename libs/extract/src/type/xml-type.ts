const XML_TYPES = /^(?:application|text)\/(?:[\w.-]+\+)?xml$/;

/** Whether a document is XML: by its media type, or by how it begins where that says nothing. */
export function isXml(essence: string, text: string): boolean {
  return XML_TYPES.test(essence) || (essence !== 'text/plain' && /^\s*<\?xml\s/.test(text));
}
