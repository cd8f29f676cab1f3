// pdf.js looks for these classes when it is loaded. Nothing is drawn, so nothing uses them.
exports.DOMMatrix = class {};
exports.Path2D = class {};
exports.ImageData = class {};
