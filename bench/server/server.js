// Answers on 127.0.0.1:$PORT; `npm install` or `npm run build` in the folder above compiles what it starts.
import '../dist/server/main.js'
